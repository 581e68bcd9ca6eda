import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Confirm } from '../kit/confirm.tsx';
import { figuresKey } from './queries.ts';
import type { RepairName } from './repair-names.ts';

export function UndoRepair({ id, repair, close }: { id: string; repair: RepairName; close: () => void }) {
  const { environment } = useScope();
  const queries = useQueryClient();
  const undo = useMutation<unknown, ApiError>({
    mutationFn: () => call('undoRepair', { params: { id }, query: { environment }, body: { repair } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: figuresKey(id, environment) }).then(close),
  });
  return (
    <Confirm title="Undo this repair?" action="Undo the repair" of={undo} close={close}>
      <Text fz="sm">Its adjustments are withdrawn. Events that it sent keep the net value 0.</Text>
    </Confirm>
  );
}
