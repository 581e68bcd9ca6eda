import { NumberInput, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../core/api.ts';
import { Button } from '../../kit/button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { ExportList } from '../../kit/export.tsx';
import { Listed, useList } from '../../kit/list.tsx';
import { countText } from '../../kit/money.ts';
import { Empty, Problem, Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { type Answer, operate } from '../api.ts';
import { Action } from '../kit/action.tsx';
import { useMayWrite } from '../me.ts';
import { type Account, creditsText } from './account.ts';

type Row = Answer<'listAccountCredits'>['transactions'][number];

export function Credits({ account }: { account: Account }) {
  const { id } = account.user;
  const mayWrite = useMayWrite();
  const [dialog, setDialog] = useState<'grant' | Row | null>(null);
  const ledger = useList(
    ['operators', 'account', String(id), 'credits'],
    (page) =>
      operate('listAccountCredits', {
        query: { user_id: id, limit: 10, ...page } as never,
      }),
    {
      refetchOnWindowFocus: false,
      staleTime: 60_000,
    },
  );
  const check = useMutation<Answer<'auditCredits'>, ApiError>({
    mutationFn: () => operate('auditCredits', { query: { user_id: id } }),
  });
  const rows = ledger.data?.pages.flatMap((page) => page.transactions) ?? [];
  const reversed = new Set(rows.map(({ reverses }) => reverses));
  const close = () => setDialog(null);
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
          <ExportList
            file={`credits-${id}`}
            header={columns}
            list={ledger}
            lines={({ transactions }) => transactions.map(lineOf)}
          />
          {mayWrite && (
            <Button size="xs" onClick={() => setDialog('grant')}>
              Grant credits
            </Button>
          )}
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
        <DataTable
          minWidth={520}
          label="Table of transactions"
          heads={['Why', ['Credits', 'number'], ['Balance', 'number'], 'When', ['Actions', 'hidden']]}
        >
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td className="anywhere">
                {row.reason || readable(row.type)}
                <Text fz="xs" c="dimmed">
                  {readable(row.type.toLowerCase())}
                </Text>
              </Table.Td>
              <Table.Td className="number">{countText(row.amount)}</Table.Td>
              <Table.Td className="number">{countText(row.balance_after)}</Table.Td>
              <Table.Td>
                <Time at={row.created_at} ago />
              </Table.Td>
              <Table.Td className="number">
                {mayWrite && row.reverses === undefined && !reversed.has(row.id) && (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setDialog(row)}
                    aria-label={`Reverse ${row.reason || row.type}`}
                  >
                    Reverse
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      </Listed>
      {dialog === 'grant' && <Grant userId={id} close={close} />}
      {dialog !== null && dialog !== 'grant' && (
        <Action
          title="Reverse a transaction"
          about={`Adds a transaction of ${creditsText(-dialog.amount)}. No transaction is ever changed, and each is reversed at most once.`}
          label="Reverse"
          isDangerous
          seenByOwner
          run={({ reason }) =>
            operate('reverseCredits', { body: { user_id: id, transaction_id: dialog.id, reason } })
          }
          result={({ balance, duplicate }) =>
            `${duplicate ? 'It was reversed before. ' : ''}The balance is ${creditsText(balance)}.`
          }
          close={close}
        />
      )}
    </Section>
  );
}

const columns = ['id', 'type', 'amount', 'balance_after', 'reason', 'created_at', 'key'] as const;
const lineOf = (row: Row) => columns.map((name) => row[name]);

function Grant({ userId, close }: { userId: number; close: () => void }) {
  const [amount, setAmount] = useState<number | string>(10);
  return (
    <Action
      title="Grant credits"
      about="Adds credits as an adjustment, once, however often you retry here. To undo it, reverse the transaction."
      label="Grant"
      seenByOwner
      isReady={Number(amount) >= 1}
      run={({ reason, headers }) =>
        operate('grantCredits', { body: { user_id: userId, amount: Number(amount), reason } }, { headers })
      }
      result={({ balance, duplicate }) =>
        `${duplicate ? 'They were granted before. ' : ''}The balance is ${creditsText(balance)}.`
      }
      close={close}
    >
      {(fields) => (
        <NumberInput
          hideControls
          label="Credits"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={amount}
          onChange={setAmount}
          error={fields.amount}
        />
      )}
    </Action>
  );
}
