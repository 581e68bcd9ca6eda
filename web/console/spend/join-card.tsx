import { Group, NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { countText, moneyText } from '../kit/money.ts';
import { accountTitle, networkTitle } from '../kit/networks.ts';
import { Problem } from '../kit/page.tsx';
import { AddAlias } from './add-alias.tsx';
import { aliasesFor, type Clicks, isSameAd, ourPath, type SpendRow, textOfAlias, theirPath, useChangeAliases } from './aliases.ts';
import { Path } from './path.tsx';

type Candidate = SpendRow['candidates'][number];

const levelNames = { account: 'ad account', campaign: 'campaign', ad_group: 'ad group', ad: 'ad' } as const;
const keyOf = ({ pixel_key, campaign, ad_group, ad_id }: Candidate) => JSON.stringify([pixel_key, campaign, ad_group, ad_id]);
const nameOf = ({ campaign, ad_group, ad_id }: Clicks) => JSON.stringify([campaign, ad_group, ad_id]);
const daysOf = (count: number) => `${countText(count)} ${count === 1 ? 'day' : 'days'}`;

export function JoinCard({ row, clicks, days }: { row: SpendRow; clicks: readonly Clicks[]; days: { from: string; to: string } }) {
  const title = theirPath(row).at(-1) ?? accountTitle(row.account);
  const others = clicks.filter((ad) => aliasesFor(row, ad) !== null && !row.candidates.some((candidate) => isSameAd(candidate, ad)));
  return (
    <Paper p="md" component="article" aria-label={`Spend of ${title}`}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap={4}>
          <Text fz="xs" c="dimmed" className="anywhere">
            {networkTitle(row.network)} charged, in {accountTitle(row.account)}
          </Text>
          <Path names={theirPath(row)} />
          <Text fz="sm">
            <b>{moneyText(row.spend, row.currency)}</b> on {daysOf(row.days)}, by {levelNames[row.level]}
          </Text>
        </Stack>
        <Stack gap="sm">
          <Text fz="xs" c="dimmed">
            {row.candidates.length > 0 ? 'Your clicks that may be the same' : 'No clicks have a similar name'}
          </Text>
          {row.candidates.map((candidate) => (
            <Suggestion key={keyOf(candidate)} row={row} candidate={candidate} />
          ))}
          {others.length > 0 && <Choice row={row} others={others} />}
          {row.candidates.length === 0 && others.length === 0 && (
            <Text fz="sm">
              Its links may lack <code>svc_campaign</code>, or nobody has clicked it in these days.
            </Text>
          )}
          {row.level !== 'account' && (
            <Group>
              <AddAlias days={days} row={row} what={title} />
            </Group>
          )}
        </Stack>
      </SimpleGrid>
    </Paper>
  );
}

function Suggestion({ row, candidate }: { row: SpendRow; candidate: Candidate }) {
  const change = useChangeAliases();
  const needed = aliasesFor(row, candidate);
  return (
    <Stack gap={4}>
      <Path names={ourPath(candidate)} />
      <Text fz="sm" c="dimmed">
        {evidenceText(row, candidate)}
      </Text>
      {needed !== null && needed.length > 0 && (
        <Group gap="sm">
          <Button
            size="xs"
            aria-label={`They are the same: ${ourPath(candidate).join(', ')} and ${theirPath(row).join(', ')}`}
            onClick={() => change.mutateAsync({ add: needed })}
          >
            They are the same
          </Button>
          <Text fz="xs" c="dimmed" className="anywhere">
            {needed.map((alias) => textOfAlias(alias, row)).join(', and ')}
          </Text>
        </Group>
      )}
      {change.isError && <Problem error={change.error} />}
    </Stack>
  );
}

function evidenceText(row: SpendRow, candidate: Candidate): string {
  const { evidence, has_spend } = candidate;
  const { name_distance: distance, contains, shared_days: shared } = evidence;
  const what = levelNames[row.level];
  const likeness =
    distance === 0
      ? `The ${what} has the same name`
      : distance !== null
        ? `The names of the ${what} differ in ${distance} ${distance === 1 ? 'letter' : 'letters'}`
        : contains
          ? `One name of the ${what} contains the other`
          : `The names of the ${what} are alike`;
  const renamed = has_spend ? ` “${ourPath(candidate).at(-1)}” has other spend, so “${theirPath(row).at(-1)}” may be its new name.` : '';
  return `${likeness}; both have figures on ${daysOf(shared)}.${renamed}`;
}

function Choice({ row, others }: { row: SpendRow; others: readonly Clicks[] }) {
  const [chosen, setChosen] = useState('');
  const change = useChangeAliases();
  const clicks = others.find((ad) => nameOf(ad) === chosen);
  const needed = clicks ? aliasesFor(row, clicks) : null;
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          size="xs"
          label="Other clicks without spend"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[{ value: '', label: 'Choose…' }, ...others.map((ad) => ({ value: nameOf(ad), label: ourPath(ad).join(' › ') }))]}
          style={{ flex: '1 1 180px', minWidth: 0 }}
        />
        <Button size="xs" variant="default" disabled={!needed} onClick={() => needed && change.mutateAsync({ add: needed })}>
          Join them
        </Button>
      </Group>
      {change.isError && <Problem error={change.error} />}
    </Stack>
  );
}
