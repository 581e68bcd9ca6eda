import { Anchor } from '@mantine/core';
import { useChange } from '../core/use-change.ts';
import { channelTitle } from '../kit/channels.ts';

export function ChannelFilter({ channel }: { channel: string }) {
  const change = useChange();
  return (
    <Anchor
      component="button"
      type="button"
      c="inherit"
      fz="sm"
      fw={550}
      ta="left"
      mih={24}
      onClick={() => change({ channel })}
    >
      <span className="visually-hidden">Show only </span>
      {channelTitle(channel)}
    </Anchor>
  );
}
