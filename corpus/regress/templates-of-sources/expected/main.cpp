int devices();

int main() { return devices() == 0; }
