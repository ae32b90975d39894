"""What the README shows runs as it stands there."""

from pages import HERE, differences


def test_the_code_of_the_readme(tmp_path):
    assert not "\n".join(differences((HERE / "README.md").read_text(), tmp_path))
