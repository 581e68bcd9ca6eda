import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiError, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { Confirm } from '../kit/confirm.tsx';
import { accountTitle, networkTitle } from '../kit/networks.ts';
import { daysText } from './difference.tsx';
import type { Import } from './facts.ts';

export function UndoImport({ of, close }: { of: Import; close: () => void }) {
  const { environment } = useScope();
  const queries = useQueryClient();
  const undo = useMutation<unknown, ApiError>({
    mutationFn: () => call('undoSpendImport', { params: { id: of.import_id }, query: { environment } }),
    onSuccess() {
      queries.invalidateQueries();
      close();
    },
  });
  return (
    <Confirm title="Undo this import?" action="Undo the import" of={undo} close={close}>
      <Text fz="sm" className="anywhere">
        {networkTitle(of.network)}, {accountTitle(of.account)}: on {daysText(of.from, of.to, of.days)}, what counted before the import
        counts again.
        {of.network === 'assistant' && ' The next daily download imports these days again.'}
      </Text>
    </Confirm>
  );
}
