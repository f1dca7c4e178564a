"""The client of the official Python SDK: lists all tools and calls each."""

import asyncio
import json
import sys

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client


async def main() -> None:
    url, key, args = sys.argv[1:]
    known = json.loads(args)
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            tools = (await client.list_tools()).tools
            for tool in tools:
                result = await client.call_tool(tool.name, known.get(tool.name, {}))
                if result.is_error or not result.structured_content:
                    raise SystemExit(f"{tool.name}: {result}")
            print(len(tools))


asyncio.run(main())
