import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '../kit/data-table.tsx';
import { rangeText } from '../kit/dates.ts';
import { Export } from '../kit/export.tsx';
import { countText } from '../kit/money.ts';
import { Empty, Loaded, Section } from '../kit/page.tsx';
import { AddRates } from './add-rates.tsx';
import { MissingRates } from './missing-rates.tsx';
import { PairRates } from './pair-rates.tsx';
import { type Pair, type Rate, useRates } from './rates.ts';

/** The API sorts rates by pair and day. */
const pairsOf = (rates: readonly Rate[]): Pair[] =>
  [...Map.groupBy(rates, ({ from, to }) => `${from} ${to}`).values()].flatMap((ofPair) => {
    const [first] = ofPair;
    return first ? [{ from: first.from, to: first.to, rates: ofPair }] : [];
  });

export function RatesTab() {
  const rates = useRates();
  const [isAdding, setIsAdding] = useState(false);
  const [pair, setPair] = useState<Pair | null>(null);
  return (
    <Stack gap="lg">
      <MissingRates />
      <Section
        title="Rates"
        about="Reports in one currency convert each amount by the rate of its own day. The table has the rates of the last 365 days."
        padding={0}
        actions={
          <>
            <Export
              file="exchange-rates"
              header={['day', 'from', 'to', 'rate']}
              lines={(rates.data?.rates ?? []).map(({ day, from, to, rate }) => [day, from, to, rate])}
            />
            <Button size="xs" onClick={() => setIsAdding(true)}>
              Add rates
            </Button>
          </>
        }
      >
        <Loaded query={rates} height={200}>
          {({ rates: all }) =>
            all.length === 0 ? (
              <Empty title="No rates yet">
                With a single currency you need no rates. With several, add a rate for each day, from your bank or your accounting.
              </Empty>
            ) : (
              <DataTable
                minWidth={280}
                label="Pairs of currencies"
                heads={['Pair', 'Days', ['Newest rate', 'number'], ['Details', 'hidden']]}
              >
                {pairsOf(all).map((pair) => (
                  <PairRow key={`${pair.from} ${pair.to}`} pair={pair} open={() => setPair(pair)} />
                ))}
              </DataTable>
            )
          }
        </Loaded>
      </Section>
      {isAdding && <AddRates close={() => setIsAdding(false)} />}
      {pair && <PairRates pair={pair} close={() => setPair(null)} />}
    </Stack>
  );
}

function PairRow({ pair: { from, to, rates }, open }: { pair: Pair; open: () => void }) {
  const [first, last] = [rates[0], rates.at(-1)];
  return (
    <Table.Tr>
      <Table.Td>
        <Text fz="sm" fw={550}>
          {from} → {to}
        </Text>
      </Table.Td>
      <Table.Td>
        {first &&
          last &&
          `${rangeText({ from: first.day, to: last.day })}, ${countText(rates.length)} ${rates.length === 1 ? 'rate' : 'rates'}`}
      </Table.Td>
      <Table.Td className="number">{last?.rate}</Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          <Button size="xs" variant="default" aria-label={`Show rates of ${from} to ${to}`} onClick={open}>
            Show
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
