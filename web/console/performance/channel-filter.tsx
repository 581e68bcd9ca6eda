import { Anchor } from '@mantine/core';
import { useChangeSearch } from '../core/use-change-search.ts';
import { channelTitle } from '../kit/channels.ts';

export function ChannelFilter({ channel }: { channel: string }) {
  const change = useChangeSearch();
  return (
    <Anchor component="button" type="button" c="inherit" fz="sm" fw={550} ta="left" mih={24} onClick={() => change({ channel })}>
      <span className="visually-hidden">Show only </span>
      {channelTitle(channel)}
    </Anchor>
  );
}
