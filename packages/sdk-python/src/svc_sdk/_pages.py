"""One page of a list, and all items of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Generic, TypeVar, cast

from ._errors import PaginationError
from ._request import Pagination

Body = TypeVar("Body")
Item = TypeVar("Item")


class _Position(Generic[Body, Item]):
    """The part of a page that does not depend on how the next one is read."""

    def __init__(self, body: Body, pagination: Pagination, seen: frozenset[str]) -> None:
        self.body = body
        """The whole body, with ``meta``."""
        self._pagination = pagination
        self._seen = seen

    @property
    def items(self) -> list[Item]:
        """The items of this page."""
        found = _value_at(self.body, self._pagination.items)
        return cast("list[Item]", found) if isinstance(found, list) else []

    def has_next_page(self) -> bool:
        """Whether there is another page: "Null means the end" (INTERFACE.md §4)."""
        return self._next_cursor() is not None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.body!r})"

    def _next_cursor(self) -> str | None:
        cursor = _value_at(self.body, self._pagination.next)
        return cursor if isinstance(cursor, str) and cursor != "" else None

    def _unread_cursor(self) -> str:
        cursor = self._next_cursor()
        if cursor is None:
            raise PaginationError("This is the last page; check has_next_page() first.")
        if cursor in self._seen:
            raise PaginationError(
                f"The service returned the cursor {cursor} a second time; reading on would never end."
            )
        return cursor


class Page(_Position[Body, Item]):
    """One page of a list. Iterating over it reads the items of this page and of all later pages."""

    def __init__(
        self, body: Body, pagination: Pagination, seen: frozenset[str], read: Callable[[str], Body]
    ) -> None:
        super().__init__(body, pagination, seen)
        self._read = read

    def get_next_page(self) -> Page[Body, Item]:
        """Read the next page. Raises PaginationError when this is the last one."""
        cursor = self._unread_cursor()
        return Page(self._read(cursor), self._pagination, self._seen | {cursor}, self._read)

    def iter_pages(self) -> Iterator[Page[Body, Item]]:
        """This page and all later pages. A page is requested when it is needed."""
        page = self
        yield page
        while page.has_next_page():
            page = page.get_next_page()
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.iter_pages():
            yield from page.items


class AsyncPage(_Position[Body, Item]):
    """One page of a list. Iterating over it reads the items of this page and of all later pages."""

    def __init__(
        self, body: Body, pagination: Pagination, seen: frozenset[str], read: Callable[[str], Awaitable[Body]]
    ) -> None:
        super().__init__(body, pagination, seen)
        self._read = read

    async def get_next_page(self) -> AsyncPage[Body, Item]:
        """Read the next page. Raises PaginationError when this is the last one."""
        cursor = self._unread_cursor()
        return AsyncPage(await self._read(cursor), self._pagination, self._seen | {cursor}, self._read)

    async def iter_pages(self) -> AsyncIterator[AsyncPage[Body, Item]]:
        """This page and all later pages. A page is requested when it is needed."""
        page = self
        yield page
        while page.has_next_page():
            page = await page.get_next_page()
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.iter_pages():
            for item in page.items:
                yield item


class AsyncList(Generic[Body, Item]):
    """A list that is not read yet: its first page when awaited, all its items when iterated over."""

    def __init__(self, read_first: Callable[[], Awaitable[AsyncPage[Body, Item]]]) -> None:
        self._read_first = read_first

    def __await__(self) -> Generator[Any, Any, AsyncPage[Body, Item]]:
        return self._read_first().__await__()

    async def iter_pages(self) -> AsyncIterator[AsyncPage[Body, Item]]:
        """All pages. A page is requested when it is needed."""
        async for page in (await self).iter_pages():
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.iter_pages():
            for item in page.items:
                yield item


def _value_at(body: object, path: str) -> object:
    value = body
    for name in path.split("."):
        value = getattr(value, name, None)
    return value
