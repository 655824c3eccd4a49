import os

import pytest

import bellwether


@pytest.fixture(scope="session")
def address() -> str:
    """Of a running `bellwether demo`; clients/check starts one."""
    found = os.environ.get("BELLWETHER_URL")
    if not found or not os.environ.get("BELLWETHER_API_KEY"):
        pytest.fail("set BELLWETHER_URL and BELLWETHER_API_KEY to those that `bellwether demo` prints")
    return found


@pytest.fixture
def client(address):
    with bellwether.Client() as one:
        yield one


@pytest.fixture(scope="session")
def days(address) -> dict[str, str]:
    """A fortnight that is over, so that nothing in it moves."""
    import datetime as dt

    with bellwether.Client() as one:
        last = one.get_taxonomy().days.last
    last = last if isinstance(last, dt.date) else dt.date.fromisoformat(last)
    return {"start_date": (last - dt.timedelta(16)).isoformat(), "end_date": (last - dt.timedelta(3)).isoformat()}
