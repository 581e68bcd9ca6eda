import { Anchor, Badge, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useValidSearch } from '../core/use-valid-search.ts';
import { Amounts, partOf } from '../kit/amounts.tsx';
import { BranchCell, CampaignTable, MacroBadge, type Sort } from '../kit/campaign-table.tsx';
import { Export } from '../kit/export.tsx';
import { FilterBy, type FilterChanges } from '../kit/filter-chips.tsx';
import { eventsSearchOf } from '../kit/log-link.ts';
import { countText, moneyText } from '../kit/money.ts';
import { Empty, Loading, Section } from '../kit/page.tsx';
import { overviewSearch } from '../kit/period-search.ts';
import { reasonText } from '../kit/reasons.ts';
import {
  type Branch,
  idOf,
  leavesOf,
  type ReportRow,
  type SortField,
  shownOf,
  sorted,
  treeOf,
  type Unattributed,
  valuesOf,
} from '../kit/report-rows.ts';

const levelNames = ['Campaign', 'Ad group', 'Ad'];

export function Campaigns({
  rows,
  currency,
  unattributed,
  type,
  file,
  isNet,
}: {
  rows: readonly ReportRow[];
  isNet: boolean;
  currency: string;
  /** `hidden` means that the reasons ignore an active filter. */
  unattributed: Unattributed | 'loading' | 'failed' | 'hidden';
  type?: string | undefined;
  file: string;
}) {
  const [sort, setSort] = useState<Sort<SortField>>({ by: 'value', isDescending: true });
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const valueTitle = isNet ? 'Net value' : 'Value';
  const perConversion = `${valueTitle} per ${type ? 'event' : 'order'}`;
  const tree = sorted(treeOf(rows, type), sort, currency);
  const toggle = (branch: Branch) => {
    const next = new Set(openIds);
    if (!next.delete(idOf(branch))) next.add(idOf(branch));
    setOpenIds(next);
  };
  const header = [
    'campaign',
    'ad_group',
    'ad_id',
    'currency',
    'conversions',
    `${isNet ? 'net_' : ''}value`,
    `${isNet ? 'net_' : ''}value_per_${type ? 'event' : 'order'}`,
  ];
  const lines = [
    ...leavesOf(treeOf(rows, type)).flatMap(({ path, amounts }) =>
      Object.entries(amounts).map(([of, { count, value, perOrder }]) => [...path, of, count, value, perOrder]),
    ),
    ...(typeof unattributed === 'string' ? [] : unattributedLines(unattributed)),
  ];
  return (
    <Section
      title="Campaigns"
      padding={0}
      actions={
        // The export waits for the row of conversions without an ad, so that its sum equals the table's.
        (typeof unattributed !== 'string' || unattributed === 'hidden') && <Export file={file} header={header} lines={lines} />
      }
    >
      {tree.length === 0 && (unattributed.length === 0 || unattributed === 'hidden') ? (
        <Empty title="No conversions in this period">
          {unattributed === 'hidden'
            ? 'Remove a filter, or choose a longer period.'
            : 'Choose a longer period, or send a first conversion.'}
        </Empty>
      ) : (
        <CampaignTable
          minWidth={300}
          label="Table of campaigns"
          fields={[
            ['name', 'Campaign', ''],
            ['count', 'Conversions'],
            ['value', valueTitle],
            ['perOrder', perConversion, 'number wide'],
          ]}
          sort={sort}
          choose={setSort}
        >
          {shownOf(tree, openIds).map((branch) => (
            <BranchRow
              key={idOf(branch)}
              branch={branch}
              currency={currency}
              isOpen={openIds.has(idOf(branch))}
              toggle={() => toggle(branch)}
            />
          ))}
          {unattributed === 'hidden' ? null : typeof unattributed === 'string' ? (
            <Table.Tr>
              <Table.Td colSpan={4}>{unattributed === 'failed' ? 'Not attributed: not loaded' : <Loading height={40} />}</Table.Td>
            </Table.Tr>
          ) : (
            unattributed.length > 0 && <NotAttributed unattributed={unattributed} currency={currency} />
          )}
        </CampaignTable>
      )}
    </Section>
  );
}

const unattributedLines = (unattributed: Unattributed) =>
  unattributed.flatMap(({ reason, count, values }) => {
    const without = count - values.reduce((sum, value) => sum + value.count, 0);
    const name = `(not attributed: ${reasonText(reason)})`;
    return [
      ...values.map((value) => [name, '', '', value.currency, value.count, value.value, '']),
      ...(without > 0 ? [[name, '', '', '', without, '', '']] : []),
    ];
  });

function NotAttributed({ unattributed, currency }: { unattributed: Unattributed; currency: string }) {
  const { period, from, to, day, pixel } = useValidSearch(overviewSearch);
  const all = { outcome: 'unmatched', period, from, to, day, pixel };
  return (
    <>
      <Table.Tr style={{ borderBottom: 'none' }}>
        <Table.Td>
          <Anchor component={Link} to="/events" search={all as never} fz="sm" fw={550}>
            Not attributed
          </Anchor>
        </Table.Td>
        <Table.Td className="number">{countText(unattributed.reduce((sum, { count }) => sum + count, 0))}</Table.Td>
        <Table.Td className="number">
          <Amounts values={valuesOf(unattributed)} currency={currency} />
        </Table.Td>
        <Table.Td className="number wide">–</Table.Td>
      </Table.Tr>
      <Table.Tr>
        <Table.Td colSpan={4} pt={0}>
          <Group gap={6}>
            {unattributed.map(({ reason, count, values, log_url }) => (
              <Badge key={reason} component={Link} to="/events" search={(eventsSearchOf(log_url) ?? all) as never} color="gray">
                {reasonText(reason)}: {countText(count)}
                {values.map((amount) => ` · ${moneyText(amount.value, amount.currency)}`)}
              </Badge>
            ))}
          </Group>
        </Table.Td>
      </Table.Tr>
    </>
  );
}

function BranchRow({ branch, currency, isOpen, toggle }: { branch: Branch; currency: string; isOpen: boolean; toggle: () => void }) {
  const { path, name, count, amounts, children } = branch;
  const [campaign, group, ad] = path;
  const to: FilterChanges = { campaign, group, ad };
  const level = path.length - 1;
  const title = name || `(no ${levelNames[level]?.toLowerCase()})`;
  return (
    <Table.Tr>
      <BranchCell depth={level} title={title} isOpen={isOpen} toggle={children.length > 0 ? toggle : null}>
        <FilterBy to={to} fw={level === 0 ? 550 : 400}>
          {title}
        </FilterBy>
        <MacroBadge name={name} />
      </BranchCell>
      <Table.Td className="number">{countText(count)}</Table.Td>
      <Table.Td className="number">
        <Amounts values={partOf(amounts, 'value')} currency={currency} />
      </Table.Td>
      <Table.Td className="number wide">
        <Amounts values={partOf(amounts, 'perOrder')} currency={currency} />
      </Table.Td>
    </Table.Tr>
  );
}
