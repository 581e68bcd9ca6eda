import type { ReactNode } from 'react';
import type { Answer } from '../core/api.ts';
import { RowTable } from './data-table.tsx';
import { countText } from './money.ts';
import { Note } from './page.tsx';
import { Time } from './time.tsx';

type Transaction = Answer<'listCredits'>['transactions'][number];

const kinds: Record<Transaction['type'], string> = {
  daily_grant: 'Daily credits',
  signup_grant: 'Credits at the sign-up',
  partner_monthly_topup: 'Monthly credits of a licence',
  billing_renewal: 'Credits of a subscription',
  ADJUSTMENT: 'Adjusted by our support',
  usage: 'Used',
  reversal: 'Taken back',
};

export const Transactions = ({ rows, action }: { rows: readonly Transaction[]; action?: (row: Transaction) => ReactNode }) => (
  <RowTable
    minWidth={420}
    label="Credit transactions"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      [
        'What',
        ({ type, reason }) => (
          <>
            {kinds[type]}
            {reason && <Note>{reason}</Note>}
          </>
        ),
        'anywhere',
      ],
      ['When', ({ created_at }) => <Time at={created_at} ago />],
      [['Credits', 'number'], ({ amount }) => `${amount > 0 ? '+' : ''}${countText(amount)}`],
      [['Balance', 'number'], ({ balance_after }) => countText(balance_after)],
      ...(action ? [[['Actions', 'hidden'], action] as const] : []),
    ]}
  />
);
