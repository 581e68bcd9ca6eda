import { Text } from '@mantine/core';
import { call } from '../core/api.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { ApplyRules } from '../kit/apply-rules.tsx';
import { queryKey, type Rules } from '../kit/channel-rules.ts';
import type { Channel } from '../kit/channels.ts';
import { counted } from '../kit/counted.ts';
import { dayText } from '../kit/dates.ts';
import { ChannelBadge } from './channel-badge.tsx';
import { channelsSearch } from './search.ts';

const changes = [queryKey] as const;

export function Apply({ rules }: { rules: Rules }) {
  const { from, run } = useValidSearch(channelsSearch);
  const changeSearch = useChangeSearch();
  return (
    <ApplyRules
      kind="channel"
      about="A changed rule names the channel of new clicks. Here it also reaches the clicks that are stored, with their events. Earlier days keep their channels."
      from={from}
      run={run}
      show={(day, id) => changeSearch({ from: day, run: id }, { replace: true })}
      start={(body) => call('applyChannelRules', { body })}
      read={(id) => call('readChannelRulesApplication', { params: { id } })}
      isCurrent={(dry) => dry.version === rules.version && dry.list_version === rules.list.version}
      changes={changes}
      nameOf={(channel: Channel) => <ChannelBadge channel={channel} />}
      consequence={(dry) =>
        `${counted(dry.moved, 'click')} since ${dayText(dry.from)} get another channel, in reports too. You can do this once a day.`
      }
    >
      <Changed rules={rules} />
    </ApplyRules>
  );
}

function Changed({ rules: { version, list, last_application: last } }: { rules: Rules }) {
  if (!last)
    return (
      <Text fz="sm" c="dimmed">
        No rules were applied to stored clicks in the last 90 days.
      </Text>
    );
  const changes = [
    ...(last.version === version ? [] : [`your rules changed from version ${last.version} to ${version}`]),
    ...(last.list_version === list.version ? [] : [`the built-in rules changed from ${last.list_version} to ${list.version}`]),
  ];
  return (
    <Text fz="sm" c="dimmed" className="anywhere">
      Last applied on {dayText(last.created_at.slice(0, 10))}, to clicks since {dayText(last.from)}.{' '}
      {changes.length === 0 ? 'No rule has changed since.' : `Since then ${changes.join(', and ')}.`}
    </Text>
  );
}
