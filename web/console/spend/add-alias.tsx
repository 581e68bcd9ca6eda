import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Form } from '../kit/form.tsx';
import { networkTitle } from '../kit/networks.ts';
import { type Alias, levels, type SpendRow, theirsAt, useChangeAliases } from './aliases.ts';

export const levelTitles = { campaign: 'Campaign', ad_group: 'Ad group', ad: 'Ad' } as const;
const maxNames = 1000;
const networks = ['google_ads', 'meta', 'microsoft_ads', 'tiktok', 'linkedin', 'reddit', 'pinterest', 'snap', 'assistant'];

type Props = {
  days: { from: string; to: string };
  /** The spend that the alias is about. */
  row?: SpendRow;
  /** The names of clicks that it is about. */
  ours?: Record<Alias['level'], string>;
  what: string;
};

/** Any row of spend or clicks can be joined by hand. */
export function AddAlias(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" aria-label={`Add an alias for ${props.what}`} onClick={() => setIsOpen(true)}>
        Add an alias
      </Button>
      {isOpen && <AliasDialog {...props} close={() => setIsOpen(false)} />}
    </>
  );
}

function AliasDialog({ days, row, ours, close }: Props & { close: () => void }) {
  const rowLevel = levels.findLast((level) => level === row?.level);
  const oursLevel = levels.findLast((level) => ours?.[level]);
  const [level, setLevel] = useState<Alias['level']>(rowLevel ?? oursLevel ?? 'ad');
  const [value, setValue] = useState(ours?.[oursLevel ?? 'ad'] ?? '');
  const [network, setNetwork] = useState<string>(row?.network ?? '');
  const theirs = row && theirsAt(level, row);
  const [name, setName] = useState('');
  const change = useChangeAliases();
  const names = useNames(days, level);
  const isNamed = theirs?.id != null || theirs?.name != null;
  const alias: Alias = {
    level,
    network: network || null,
    value: value.trim(),
    ...(theirs?.id != null ? { id: theirs.id, name: null } : { id: null, name: isNamed ? (theirs?.name ?? null) : name.trim() }),
  };
  const run = { ...change, mutate: () => change.mutate({ add: [alias] }, { onSuccess: close }) };
  return (
    <Dialog title="Add an alias" onClose={close}>
      <Stack gap="sm">
        <Text fz="sm">An alias says which name or ID of a network a name in your links means.</Text>
        <Form run={run} action="Add it" look="filled">
          <NativeSelect
            label="Level"
            value={level}
            onChange={({ currentTarget }) => setLevel(currentTarget.value as Alias['level'])}
            data={levels
              .filter((one) => !row || theirsAt(one, row).id !== null || theirsAt(one, row).name !== null)
              .map((one) => ({ value: one, label: levelTitles[one] }))}
          />
          <TextInput
            label="In your links"
            list="own-names"
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
            maxLength={200}
            required
          />
          <datalist id="own-names">
            {names.map((own) => (
              <option key={own} value={own} />
            ))}
          </datalist>
          {isNamed ? (
            <Text fz="sm" className="anywhere">
              At the network: <b>{theirs?.name ?? theirs?.id}</b>
              {theirs?.name && theirs.id && ` (${theirs.id})`}
            </Text>
          ) : (
            <TextInput
              label="Name at the network"
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              maxLength={500}
              required
            />
          )}
          {!row && (
            <NativeSelect
              label="Network"
              value={network}
              onChange={({ currentTarget }) => setNetwork(currentTarget.value)}
              data={[{ value: '', label: 'Every network' }, ...networks.map((one) => ({ value: one, label: networkTitle(one) }))]}
            />
          )}
        </Form>
      </Stack>
    </Dialog>
  );
}

const dimensions = { campaign: 'campaign', ad_group: 'ad_group', ad: 'ad_id' } as const;

/** The names of all clicks of these days, whatever spend they have. */
function useNames(days: { from: string; to: string }, level: Alias['level']): string[] {
  const { environment, zone } = useScope();
  const group_by = dimensions[level];
  const query = { ...days, environment, time_zone: zone, group_by, traffic: 'all', paid: 'all' } as const;
  const { data } = useQuery({
    queryKey: ['performance', 'names', query],
    queryFn: () => call('reportPerformance', { query: { ...query, sort: '-clicks', limit: maxNames } }),
    staleTime: 60_000,
  });
  const clicked = data?.rows.filter(({ clicks }) => clicks > 0) ?? [];
  return [...new Set(clicked.flatMap((row) => row[group_by] || []))];
}
