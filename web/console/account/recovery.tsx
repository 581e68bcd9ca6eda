import { Alert, Group, List, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Button } from '../kit/button.tsx';
import { Problem } from '../kit/page.tsx';
import { readable } from '../kit/reasons.ts';
import { Time } from '../kit/time.tsx';

export function Recovery() {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: ['recovery'], queryFn: () => call('readAccountRecovery', {}) });
  const confirm = useMutation<Answer<'confirmAccountRecovery'>, ApiError, string[]>({
    async mutationFn(fields) {
      if (fields.length > 0) await call('removeRecoveredSettings', { body: { fields: fields as never } });
      return await call('confirmAccountRecovery', {});
    },
    onSuccess: () => queries.invalidateQueries(),
  });
  const recovery = data?.recovery;
  if (!recovery || recovery.confirmed_at) return null;
  const removable = recovery.to_confirm.flatMap((setting) => (setting.removable ? [setting.field] : []));
  const ended = recovery.ended.map(({ kind, id, detail }) => `${readable(kind)} ${detail || id}`);
  const settings = recovery.to_confirm.map(({ field, value }) => `${readable(field)}: ${value}`);
  const button = (text: string, fields: string[]) => (
    <Button size="xs" variant="default" onClick={() => confirm.mutateAsync(fields)}>
      {text}
    </Button>
  );
  return (
    <Alert color="orange" title="Your account was recovered" role="status">
      <Text fz="sm">
        <Time at={recovery.at} />: your address had never been verified, so someone else may have created the account.
      </Text>
      {things('These things were made before and have ended:', ended)}
      {things('These settings were made before and stay. Check that they are yours:', settings)}
      {confirm.isError && <Problem error={confirm.error} />}
      <Group mt="sm" gap="xs">
        {button('I have checked them', [])}
        {removable.length > 0 && button('Remove rules, aliases and rates', removable)}
      </Group>
    </Alert>
  );
}

const things = (title: string, lines: string[]) =>
  lines.length > 0 && (
    <List fz="sm" mt="sm" className="anywhere">
      {title}
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
