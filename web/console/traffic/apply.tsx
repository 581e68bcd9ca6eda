import { Alert, Stack, Text } from '@mantine/core';
import { call } from '../core/api.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { ApplyRules, unfinished } from '../kit/apply-rules.tsx';
import { counted } from '../kit/counted.ts';
import { dayText } from '../kit/dates.ts';
import { countText } from '../kit/money.ts';
import { Moves } from '../kit/moves.tsx';
import { trafficTitles } from '../kit/traffic-titles.ts';
import { type Application, queryKey, type Rules } from './rules.ts';
import { trafficSearch } from './search.ts';

const changes = [queryKey, ['traffic']] as const;

export function Apply({ rules }: { rules: Rules }) {
  const { since, run } = useValidSearch(trafficSearch);
  const changeSearch = useChangeSearch();
  return (
    <ApplyRules
      kind="traffic"
      about="Judges stored clicks by the current rules. To undo it, restore the rules and apply them again: every figure is then as before."
      from={since}
      run={run}
      show={(day, id) => changeSearch({ since: day, run: id }, { replace: true })}
      start={(body) => call('applyTrafficRules', { body })}
      read={(id) => call('readTrafficRulesApplication', { params: { id } })}
      isCurrent={(dry) => dry.version === rules.version}
      changes={changes}
      result={(application) => <Result application={application} />}
      consequence={(dry) =>
        `${counted(dry.moved, 'click')} since ${dayText(dry.from)} ${dry.moved === 1 ? 'gets' : 'get'} another verdict, in reports too. You can do this twice a day, once to take it back.`
      }
    />
  );
}

function Result({ application }: { application: Application }) {
  const { dry_run: isDry, status, clicks, kept: keptClicks, moved, events, moves } = application;
  const seen = `${counted(clicks, 'click')} ${status === 'running' ? 'examined so far' : 'examined'}`;
  const verb = isDry ? 'would change' : 'changed';
  const result =
    moved === 0
      ? `none ${verb}`
      : `${countText(moved)} ${verb}, with ${counted(events, 'event')} of your staff`;
  const rest =
    keptClicks === 0
      ? ''
      : ` ${counted(keptClicks, 'click')} of older data or erased visitors ${keptClicks === 1 ? 'keeps its' : 'keep their'} verdict.`;
  return (
    <Stack gap="xs">
      <Text fz="sm">
        {isDry ? 'Dry run: ' : ''}
        {seen}; {result}.{rest}
      </Text>
      {status !== 'running' && status !== 'completed' && <Alert color="orange">{unfinished[status]}</Alert>}
      <Moves moves={moves} nameOf={(traffic) => trafficTitles[traffic]} />
    </Stack>
  );
}
