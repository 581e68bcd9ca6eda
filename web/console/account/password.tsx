import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../app/api.ts';
import { Problem } from '../kit/page.tsx';

export function Password({ hasMfa }: { hasMfa: boolean }) {
  const none = { current_password: '', new_password: '', mfa_code: '' };
  const [values, setValues] = useState(none);
  const queries = useQueryClient();
  const change = useMutation<Answer<'changePassword'>, ApiError>({
    mutationFn: () => {
      const { mfa_code, ...passwords } = values;
      return call('changePassword', { body: { ...passwords, ...(mfa_code && { mfa_code }) } });
    },
    onSuccess: () => {
      setValues(none);
      queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const field = (name: keyof typeof values, label: string, autoComplete: string) => ({
    ...{ label, autoComplete, required: true, value: values[name] },
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    error: change.error?.fields[name],
  });
  const toggle = { 'aria-label': 'Show the password', tabIndex: 0 };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack gap="sm" maw={480}>
        <PasswordInput
          {...field('current_password', 'Current password', 'current-password')}
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          {...field('new_password', 'New password', 'new-password')}
          visibilityToggleButtonProps={toggle}
        />
        {hasMfa && <TextInput {...field('mfa_code', 'Code of your second factor', 'one-time-code')} />}
        {change.isError && Object.keys(change.error.fields).length === 0 && <Problem error={change.error} />}
        {change.isSuccess && (
          <Alert color="teal" role="status">
            {change.data.message}
          </Alert>
        )}
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
