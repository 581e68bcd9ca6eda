import { Switch, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Confirm } from '../kit/confirm.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { dayText } from '../kit/dates.ts';
import { countText } from '../kit/money.ts';
import { Moves } from '../kit/moves.tsx';
import { Loaded, Section } from '../kit/page.tsx';
import { trafficTitles } from '../kit/traffic-titles.ts';
import { type DryRun, queryKey, type Report, type Rule, type RuleId, type Rules, rulesOffAfter, ruleTitles } from './rules.ts';

export function RuleTable({ rules, counted }: { rules: Rules; counted: Report['rules'] | undefined }) {
  const [switched, setSwitched] = useState<Rule | null>(null);
  const clicksOf = ({ id, is_available: isAvailable }: Rule): string =>
    counted && isAvailable ? countText(counted.filter(({ rule }) => rule === id).reduce((sum, { clicks }) => sum + clicks, 0)) : '–';
  return (
    <Section
      title="Rules"
      padding={0}
      about="The first rule that is on and holds decides; else a click is of a person. A change holds for new clicks within a minute."
    >
      <DataTable minWidth={480} label="Rules in their order" heads={['Rule', 'Verdict', ['Clicks', 'number'], 'On']}>
        {rules.rules.map((rule) => (
          <Table.Tr key={rule.id}>
            <Table.Td className="anywhere">
              <Text fz="sm">{ruleTitles[rule.id]}</Text>
              <Text fz="xs" c="dimmed">
                {rule.is_available ? `If ${rule.when}.` : 'This service has no list of the addresses of data centres.'}
              </Text>
            </Table.Td>
            <Table.Td>{trafficTitles[rule.traffic]}</Table.Td>
            <Table.Td className="number">{clicksOf(rule)}</Table.Td>
            <Table.Td>
              <Switch
                aria-label={ruleTitles[rule.id]}
                checked={rule.is_on}
                disabled={!rule.is_available}
                onChange={() => setSwitched(rule)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {switched && <Change rules={rules} rule={switched} close={() => setSwitched(null)} />}
    </Section>
  );
}

function Change({ rules, rule, close }: { rules: Rules; rule: Rule; close: () => void }) {
  const rulesOff = rulesOffAfter(rules, rule);
  const preview = useDryRun(rules.version, rulesOff);
  const queries = useQueryClient();
  const save = useMutation<Answer<'changeTrafficRules'>, ApiError>({
    mutationFn: () => call('changeTrafficRules', { body: { rules_off: rulesOff } }),
    onSuccess() {
      queries.invalidateQueries({ queryKey });
      close();
    },
  });
  const action = rule.is_on ? 'Switch the rule off' : 'Switch the rule on';
  return (
    <Confirm title={`${ruleTitles[rule.id]}: ${rule.is_on ? 'off' : 'on'}?`} action={action} of={save} close={close}>
      <Loaded query={preview} height={80}>
        {({ clicks, since, moves }) => (
          <>
            <Text fz="sm">
              {countText(clicks)} stored clicks since {dayText(since)} were examined.{' '}
              {moves.length === 0 ? 'None would change.' : 'These would change:'}
            </Text>
            <Moves moves={moves} nameOf={(traffic) => trafficTitles[traffic]} />
          </>
        )}
      </Loaded>
      <Text fz="sm">New clicks follow the change. Stored clicks keep their verdict until you apply the rules below.</Text>
    </Confirm>
  );
}

/**
 * A dry run judges stored clicks by other rules. An account has 20 dry runs a day, so the result is cached.
 */
const useDryRun = (version: number, rulesOff: readonly RuleId[]) =>
  useQuery<DryRun>({
    queryKey: ['traffic-dry-run', version, rulesOff],
    async queryFn() {
      const { would } = await call('changeTrafficRules', {
        body: { rules_off: [...rulesOff], dry_run: true },
      });
      if (!would) throw new Error('The dry run has no result.');
      return would;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
