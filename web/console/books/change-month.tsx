import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Confirm } from '../kit/confirm.tsx';
import { comparedText, differenceCount, type Month, monthTitle } from './month-text.ts';
import { monthsKey } from './queries.ts';

export type MonthChange = { of: Month; to: 'closed' | 'reopened' };

export function ChangeMonth({ change: { of, to }, close }: { change: MonthChange; close: () => void }) {
  const { environment } = useScope();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const run = useMutation<Answer<'closeReconciliationMonth'>, ApiError>({
    mutationFn: () => {
      const target = { params: { month: of.month }, query: { environment } };
      return to === 'closed'
        ? call('closeReconciliationMonth', { ...target, body: reason.trim() ? { reason } : {} })
        : call('reopenReconciliationMonth', { ...target, body: { reason } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: monthsKey(environment) }).then(close),
  });
  const title = monthTitle(of.month);
  const isClosing = to === 'closed';
  const missing = of.comparison ? of.comparison.days - of.comparison.days_compared : 0;
  return (
    <Confirm
      title={isClosing ? `Close ${title}?` : `Reopen ${title}?`}
      action={isClosing ? `Close with ${differenceCount(of.comparison)}` : 'Reopen the month'}
      of={run}
      close={close}
      isDangerous={false}
      isDisabled={!isClosing && reason.trim() === ''}
    >
      <Text fz="sm">
        {isClosing
          ? `The month gets a stamp with this comparison: ${of.comparison ? comparedText(of.comparison) : '–'}. Later orders, refunds and imports are still accepted, and the stamp says what they changed.`
          : 'The stamp is taken back. Figures do not change.'}
      </Text>
      {isClosing && missing > 0 && (
        <Text fz="sm" c="var(--bad)">
          {missing === 1 ? '1 day was' : `${missing} days were`} not compared.
        </Text>
      )}
      <TextInput
        label="Reason"
        required={!isClosing}
        description={isClosing ? 'If you like. Without personal data' : 'Without personal data'}
        maxLength={200}
        value={reason}
        error={run.error?.fields.reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </Confirm>
  );
}
