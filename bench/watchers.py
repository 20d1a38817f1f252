"""Simulates many phones that watch one match, in a separate process.

`python -m bench.watchers …` prints « open » once every stream is open. Then it prints the number
of each version once all phones have received it.
"""

import asyncio
import sys
import zlib
from collections.abc import AsyncIterator

AT_ONCE = 50  # streams that are being opened together
HEAD_END, EVENT_END = b"\r\n\r\n", b"\n\n"


async def main(port: int, match_id: str, view: str, phones: int, versions: int) -> None:
    """Open the streams. Print each version once all of them have received it."""
    opening = asyncio.Semaphore(AT_ONCE)
    queues = [asyncio.Queue[None]() for _ in range(phones)]
    opened = [asyncio.Event() for _ in range(phones)]
    tasks = [
        asyncio.create_task(watch(port, match_id, view, opening, opened[at], queues[at]))
        for at in range(phones)
    ]
    for event in opened:
        await event.wait()
    print("open", flush=True)
    for version in range(versions):
        for queue in queues:
            await queue.get()
        print(version, flush=True)
    for task in tasks:
        task.cancel()


async def watch(
    port: int,
    match_id: str,
    view: str,
    opening: asyncio.Semaphore,
    opened: asyncio.Event,
    received_events: "asyncio.Queue[None]",
) -> None:
    """Follow a match as a browser does. Put an item in the queue for each event but the first."""
    async with opening:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        path = f"/api/v1/matches/{match_id}/live/{view}"
        request_text = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
        writer.write(request_text.encode())
        events = received(reader)
        await anext(events)
    opened.set()
    async for _ in events:
        received_events.put_nowait(None)


async def received(reader: asyncio.StreamReader) -> AsyncIterator[None]:
    """Yield once for each event. Comments, which only keep the stream open, are skipped."""
    head = await reader.readuntil(HEAD_END)
    inflate = zlib.decompressobj(wbits=31) if b"content-encoding: gzip" in head else None
    text = b""
    while True:
        length = int(await reader.readline(), 16)
        chunk = (await reader.readexactly(length + 2))[:-2]
        text += inflate.decompress(chunk) if inflate else chunk
        while EVENT_END in text:
            event, text = text.split(EVENT_END, 1)
            if not event.startswith(b":"):
                yield


if __name__ == "__main__":
    asyncio.run(
        main(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
    )
