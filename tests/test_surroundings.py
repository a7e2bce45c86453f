from hipify_py.surroundings import Project


def test_a_project_of_one_file_knows_nothing() -> None:
    assert not any(Project())
