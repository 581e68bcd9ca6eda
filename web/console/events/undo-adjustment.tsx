import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Confirm } from '../kit/confirm.tsx';

export function UndoAdjustment({ eventId, adjustmentId, close }: { eventId: string; adjustmentId: string; close: () => void }) {
  const { environment } = useScope();
  const queries = useQueryClient();
  const undo = useMutation<unknown, ApiError>({
    mutationFn: () =>
      call('withdrawAdjustment', {
        params: { event_id: eventId },
        query: { environment, adjustment_id: adjustmentId },
      }),
    onSuccess() {
      queries.invalidateQueries();
      close();
    },
  });
  return (
    <Confirm title="Undo this adjustment?" action="Undo the adjustment" of={undo} close={close}>
      <Text fz="sm">The adjustment before it decides again, or the gross value.</Text>
    </Confirm>
  );
}
