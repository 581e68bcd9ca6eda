import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../core/api.ts';
import { Button } from '../../kit/button.tsx';
import { ExportList } from '../../kit/export.tsx';
import { Listed, useList } from '../../kit/list.tsx';
import { countText } from '../../kit/money.ts';
import { Empty, Problem, Section } from '../../kit/page.tsx';
import { Transactions } from '../../kit/transactions.tsx';
import { type Answer, operate } from '../api.ts';
import { ActButton } from '../kit/act.tsx';
import { type Account, creditsText } from './account.ts';

type Row = Answer<'listAccountCredits'>['transactions'][number];

export function Credits({ account }: { account: Account }) {
  const { id } = account.user;
  const ledger = useList(
    ['operators', 'account', String(id), 'credits'],
    (page) => operate('listAccountCredits', { query: { user_id: id, limit: 10, ...page } as never }),
    { refetchOnWindowFocus: false, staleTime: 60_000 },
  );
  const check = useMutation<Answer<'auditCredits'>, ApiError>({
    mutationFn: () => operate('auditCredits', { query: { user_id: id } }),
  });
  const rows = ledger.data?.pages.flatMap((page) => page.transactions) ?? [];
  const reversed = new Set(rows.map(({ reverses }) => reverses));
  return (
    <Section
      title="Credits"
      about={<span data-balance>{creditsText(account.balance)}</span>}
      padding={0}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => check.mutateAsync()}>
            Check the sum
          </Button>
          <ExportList file={`credits-${id}`} header={columns} list={ledger} lines={({ transactions }) => transactions.map(lineOf)} />
          <ActButton
            operation="grantCredits"
            args={{ body: { user_id: id } }}
            ask={{ amount: 'Credits' }}
            before={{ amount: 10 }}
            isMain
            button="Grant credits"
            about="Adds credits as an adjustment, once, however often you retry here. To undo it, reverse the transaction."
            label="Grant"
            result={({ balance, duplicate }) => `${duplicate ? 'They were granted before. ' : ''}The balance is ${creditsText(balance)}.`}
          />
        </>
      }
    >
      {check.isError && <Problem error={check.error} />}
      {check.data && (
        <Text fz="sm" px="md" pb="xs" role="status">
          {check.data.is_equal
            ? `The balance is the sum of all ${countText(check.data.rows)} transactions.`
            : `Balance ${countText(check.data.balance)}, sum ${countText(check.data.sum)}: they differ.`}
        </Text>
      )}
      <Listed query={ledger} rows={rows} empty={<Empty title="No transactions yet" />}>
        <Transactions
          rows={rows}
          action={(row) => row.reverses === undefined && !reversed.has(row.id) && <Reverse userId={id} row={row} />}
        />
      </Listed>
    </Section>
  );
}

const columns = ['id', 'type', 'amount', 'balance_after', 'reason', 'created_at', 'key'] as const;
const lineOf = (row: Row) => columns.map((name) => row[name]);

const Reverse = ({ userId, row }: { userId: number; row: Row }) => (
  <ActButton
    operation="reverseCredits"
    args={{ body: { user_id: userId, transaction_id: row.id } }}
    button="Reverse"
    name={`Reverse ${row.reason || row.type}`}
    title="Reverse a transaction"
    about={`Adds a transaction of ${creditsText(-row.amount)}. No transaction is ever changed, and each is reversed at most once.`}
    isDangerous
    result={({ balance, duplicate }) => `${duplicate ? 'It was reversed before. ' : ''}The balance is ${creditsText(balance)}.`}
  />
);
