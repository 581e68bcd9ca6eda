import * as z from 'zod';
import type { Posted } from '#shared/credits/store/credits.ts';
import { exampleTransaction, TransactionRecord, transactionRecordOf } from '#shared/credits/transaction-record.ts';
import { plainText } from '#shared/values/plain-text.ts';

export const Reason = plainText(500).min(1).meta({ description: 'Shown to the user.' });

export const CreditChange = z
  .object({
    transaction: TransactionRecord.meta({ description: 'The transaction that was written.' }),
    balance: z.int().min(0).meta({ description: 'Balance after this transaction.' }),
    duplicate: z.boolean().meta({ description: 'Whether the same request was made before. If so, nothing was changed.' }),
  })
  .meta({ id: 'CreditChange' });

export const creditChangeOf = ({ outcome, transaction }: Posted): z.input<typeof CreditChange> => ({
  transaction: transactionRecordOf(transaction),
  balance: transaction.balanceAfter,
  duplicate: outcome === 'already',
});

export const exampleChange = { transaction: exampleTransaction, balance: 105, duplicate: false } as const;
