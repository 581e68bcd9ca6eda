import { call } from '../core/api.ts';
import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { ApplyRules } from '../kit/apply-rules.tsx';
import { counted } from '../kit/counted.ts';
import { dayText } from '../kit/dates.ts';
import { trafficTitles } from '../kit/traffic-titles.ts';
import { queryKey, type Rules } from './rules.ts';
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
      nameOf={(traffic: keyof typeof trafficTitles) => trafficTitles[traffic]}
      consequence={(dry) =>
        `${counted(dry.moved, 'click')} since ${dayText(dry.from)} ${dry.moved === 1 ? 'gets' : 'get'} another verdict, in reports too. You can do this twice a day, once to take it back.`
      }
    />
  );
}
