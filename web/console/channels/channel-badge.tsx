import { Badge } from '@mantine/core';
import { type Channel, channelTitle, isPaid } from '../kit/channels.ts';

export const ChannelBadge = ({ channel }: { channel: Channel }) => (
  <Badge color={isPaid(channel) ? 'indigo' : 'gray'}>
    {channelTitle(channel)}
    {isPaid(channel) && !/paid/.test(channel) ? ', paid' : ''}
  </Badge>
);
