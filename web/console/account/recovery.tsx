import { Alert, List, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { Problem } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';

export function Recovery() {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['recovery'], queryFn: () => call('readAccountRecovery', {}) });
  const confirm = useMutation<Answer<'confirmAccountRecovery'>, ApiError>({
    mutationFn: () => call('confirmAccountRecovery', {}),
    onSuccess: (saved) => queries.setQueryData(['recovery'], saved),
  });
  const recovery = data?.recovery;
  if (!recovery || recovery.confirmed_at) return null;
  return (
    <Alert color="orange" title="Your account was recovered" role="status">
      <Text fz="sm">
        <Time at={recovery.at} />: your address had never been verified, so someone else may have created the
        account.
      </Text>
      {recovery.ended.length > 0 && (
        <>
          <Text fz="sm" mt="sm">
            These things were made before and have ended:
          </Text>
          <List fz="sm">
            {recovery.ended.map(({ kind, id, detail }) => (
              <List.Item key={`${kind} ${id}`} className="anywhere">
                {readable(kind)} {detail || id}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {recovery.to_confirm.length > 0 && (
        <>
          <Text fz="sm" mt="sm">
            These settings were made before and stay. Check that they are yours:
          </Text>
          <List fz="sm">
            {recovery.to_confirm.map(({ field, value }) => (
              <List.Item key={`${field} ${value}`} className="anywhere">
                {readable(field)}: {value}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {confirm.isError && <Problem error={confirm.error} />}
      <Button size="xs" mt="sm" variant="default" onClick={() => confirm.mutateAsync()}>
        I have checked them
      </Button>
    </Alert>
  );
}
