import { Text } from '@mantine/core';
import { call } from '../core/api.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { ApplyRules } from '../kit/apply-rules.tsx';
import { dayText } from '../kit/dates.ts';
import { ApplicationResult, clicksText } from './application-result.tsx';
import { type Application, queryKey, type Rules } from './rules.ts';
import { channelsSearch } from './search.ts';

export function Apply({ rules }: { rules: Rules }) {
  const { from, run } = useValidSearch(channelsSearch);
  return (
    <ApplyRules<Application>
      about="A changed rule names the channel of new clicks. Here it also reaches the clicks that are stored, with their events. Earlier days keep their channels."
      above={<Changed rules={rules} />}
      name="from"
      first={from}
      run={run}
      changed={[queryKey]}
      start={(body) => call('applyChannelRules', { body })}
      read={(id) => call('readChannelRulesApplication', { params: { id } })}
      isOfTheseRules={(dry) => dry.version === rules.version && dry.list_version === rules.list.version}
      confirm={(dry, since) =>
        `${clicksText(dry.moved)} since ${dayText(since)} get another channel, in reports too. You can do this once a day.`
      }
    >
      {(application) => <ApplicationResult application={application} />}
    </ApplyRules>
  );
}

/** Shows how the rules differ from the rules that stored clicks got last. */
function Changed({ rules: { version, list, last_application: last } }: { rules: Rules }) {
  if (!last)
    return (
      <Text fz="sm" c="dimmed">
        No rules were applied to stored clicks in the last 90 days.
      </Text>
    );
  const changes = [
    ...(last.version === version ? [] : [`your rules changed from version ${last.version} to ${version}`]),
    ...(last.list_version === list.version
      ? []
      : [`the built-in rules changed from ${last.list_version} to ${list.version}`]),
  ];
  return (
    <Text fz="sm" c="dimmed" className="anywhere">
      Last applied on {dayText(last.created_at.slice(0, 10))}, to clicks since {dayText(last.from)}.{' '}
      {changes.length === 0 ? 'No rule has changed since.' : `Since then ${changes.join(', and ')}.`}
    </Text>
  );
}
