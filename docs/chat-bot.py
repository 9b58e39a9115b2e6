"""A Discord bot that answers `!rule can a stunned character attack?`; any chat works the same way.

pip install discord.py
DISCORD_TOKEN=… HEADJUDGE_URL=https://judge.example python chat-bot.py
"""

import asyncio
import os
import urllib.parse
import urllib.request

import discord

SERVER = os.environ.get("HEADJUDGE_URL", "http://127.0.0.1:8321")
intents = discord.Intents.default()
intents.message_content = True
bot = discord.Client(intents=intents, allowed_mentions=discord.AllowedMentions.none())


def ruling(question: str) -> str:
    """The answer as a message of at most 2,000 characters, safe to post as it is; format=slack for Slack."""
    asked = urllib.parse.urlencode({"q": question[:2000], "format": "discord"})
    with urllib.request.urlopen(f"{SERVER}/api/v1/ask?{asked}", timeout=10) as reply:
        return reply.read().decode()


@bot.event
async def on_message(message: discord.Message) -> None:
    if message.content.startswith("!rule ") and not message.author.bot:
        await message.reply(await asyncio.to_thread(ruling, message.content.removeprefix("!rule ")))


if __name__ == "__main__":
    bot.run(os.environ["DISCORD_TOKEN"])
