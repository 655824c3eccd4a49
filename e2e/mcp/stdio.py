"""The official Python client over standard input and output, on the demo's store."""
import asyncio
import os

from mcp import Client, StdioServerParameters


async def main():
    server = StdioServerParameters(command=os.environ["BELLWETHER"], args=["mcp", "--data-dir", os.environ["DATA"]])
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        for _ in range(60):
            result = await client.call_tool("get_taxonomy", {})
            if not result.is_error:
                break
            await asyncio.sleep(1)
        assert not result.is_error, result.content
        assert result.meta["creditsCharged"] == 0
        print(f"{len(tools)} tools; {result.content[0].text.splitlines()[0]}")


asyncio.run(main())
