import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Confirm } from '../kit/confirm.tsx';
import { Facts } from '../kit/facts.tsx';
import { moneyText } from '../kit/money.ts';
import { netAfter } from './net.ts';

const reasons = {
  refund: 'Refund',
  cancellation: 'Cancellation of the order',
  correction: 'Correction of the value',
  test: 'Test order',
} as const;
type Reason = keyof typeof reasons;

export type Refundable = { eventId: string; gross: string; net: string; currency: string };

/** The request states what remains of the value, so that a repeat of it changes nothing. */
export function Refund({ of: { eventId, gross, net, currency }, close }: { of: Refundable; close: () => void }) {
  const { environment } = useScope();
  const queries = useQueryClient();
  const [reason, setReason] = useState<Reason>('refund');
  const [amount, setAmount] = useState(net);
  const [note, setNote] = useState('');
  const isWhole = reason === 'cancellation' || reason === 'test';
  const after = isWhole ? netAfter(net, net) : netAfter(net, amount.trim());
  const run = useMutation<Answer<'adjustEvent'>, ApiError>({
    mutationFn: () =>
      call('adjustEvent', {
        params: { event_id: eventId },
        query: { environment },
        body: { net_value: after ?? '', reason, ...(note.trim() && { note: note.trim() }) },
      }),
    onSuccess(result) {
      queries.invalidateQueries();
      if (!result.superseded) close();
    },
  });
  const isSuperseded = run.data?.superseded === true;
  return (
    <Confirm
      title="Refund or cancel this order?"
      action={after === null ? 'Refund' : `Take ${moneyText(isWhole ? net : amount.trim(), currency)} off`}
      of={run}
      close={close}
      isDisabled={after === null || isSuperseded}
    >
      <NativeSelect
        label="Reason"
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value as Reason)}
        data={Object.entries(reasons).map(([value, label]) => ({ value, label }))}
      />
      {!isWhole && (
        <TextInput
          label={`Amount, ${currency}`}
          description={`Up to ${moneyText(net, currency)}, which is the whole`}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={after === null ? `Enter an amount up to ${net}, such as 5.00` : run.error?.fields.net_value}
          onChange={({ currentTarget: { value } }) => setAmount(value)}
        />
      )}
      <TextInput
        label="Note"
        description="If you like. Without personal data"
        maxLength={200}
        value={note}
        error={run.error?.fields.note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <Facts
        facts={[
          ['Gross', `${moneyText(gross, currency)}, which stays`],
          ['Net now', moneyText(net, currency)],
          ['Net after', after === null ? '–' : moneyText(after, currency)],
        ]}
      />
      <Text fz="sm">
        {isSuperseded
          ? 'A newer adjustment decides, so the net did not change.'
          : 'You can undo this. Your shop and payment provider get no notice.'}
      </Text>
    </Confirm>
  );
}
