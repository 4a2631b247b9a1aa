"""Coroutines of Analysis. A thread of the event loop's executor waits for each report."""

from __future__ import annotations

import asyncio

from ._kawari import Analysis, Info


async def next_info(analysis: Analysis) -> Info:
    """Returns the next report. Stops the analysis if the task is cancelled."""
    loop = asyncio.get_running_loop()
    try:
        info = await loop.run_in_executor(None, analysis.next_info)
    except asyncio.CancelledError:
        analysis.stop()
        raise
    if info is None:
        raise StopAsyncIteration
    return info


async def enter(analysis: Analysis) -> Analysis:
    """Enters an `async with` block."""
    return analysis


async def leave(analysis: Analysis) -> None:
    """Stops the analysis at the end of an `async with` block."""
    analysis.stop()
