import { Anchor } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { channelTitle } from '../kit/channels.ts';

export function ChannelFilter({ channel }: { channel: string }) {
  const navigate = useNavigate();
  return (
    <Anchor
      component="button"
      type="button"
      c="inherit"
      fz="sm"
      fw={550}
      ta="left"
      mih={24}
      onClick={() => navigate({ to: '.', search: (before: object) => ({ ...before, channel }) as never })}
    >
      <span className="visually-hidden">Show only </span>
      {channelTitle(channel)}
    </Anchor>
  );
}
