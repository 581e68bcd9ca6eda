import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Form } from '../kit/form.tsx';

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
    label,
    autoComplete,
    required: true,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => setValues({ ...values, [name]: event.currentTarget.value }),
    error: change.error?.fields[name],
  });
  return (
    <Form run={change} action="Change password" {...(change.data && { done: change.data.message })}>
      <PasswordInput {...field('current_password', 'Current password', 'current-password')} />
      <PasswordInput {...field('new_password', 'New password', 'new-password')} />
      {hasMfa && <TextInput {...field('mfa_code', 'Code of your second factor', 'one-time-code')} />}
    </Form>
  );
}
