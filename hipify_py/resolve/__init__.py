"""What a name in a source stands for: the API's own, the program's, one of a namespace, HIP's already."""
