import { Alert, Stack, Text } from '@mantine/core';
import { unfinished } from '../kit/apply-rules.tsx';
import { counted } from '../kit/counted.ts';
import { Moves } from '../kit/moves.tsx';
import { ChannelBadge } from './channel-badge.tsx';
import type { Application } from './rules.ts';

export const clicksText = (count: number): string => counted(count, 'click');

export function ApplicationResult({ application }: { application: Application }) {
  const { moves } = application;
  return (
    <Stack gap="xs">
      <Text fz="sm">{summaryOf(application)}</Text>
      {application.status !== 'running' && application.status !== 'completed' && (
        <Alert color="orange">{unfinished[application.status]}</Alert>
      )}
      <Moves moves={moves} nameOf={(channel) => <ChannelBadge channel={channel} />} />
    </Stack>
  );
}

function summaryOf({ dry_run: isDry, status, clicks, kept: keptClicks, moved, events }: Application): string {
  const seen = `${clicksText(clicks)} ${status === 'running' ? 'examined so far' : 'examined'}`;
  const move = isDry ? 'would move' : 'moved';
  const result =
    moved === 0
      ? `none ${isDry ? 'would move' : 'moved'}`
      : `${clicksText(moved)} ${move}, with ${counted(events, 'event')}`;
  const rest =
    keptClicks === 0 ? '' : ` ${clicksText(keptClicks)} of older data or erased visitors keep their channel.`;
  return `${isDry ? 'Dry run: ' : ''}${seen}; ${result}.${rest}`;
}
