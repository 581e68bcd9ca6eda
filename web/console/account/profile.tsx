import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Form } from '../kit/form.tsx';
import { ZoneField } from '../kit/zone-field.tsx';

type Me = Answer<'readMe'>;

export const fields = {
  full_name: ['Name', 'name'],
  company: ['Company', 'organization'],
  company_website: ['Company website', 'url'],
  role: ['Role', 'organization-title'],
} as const;

type Name = keyof typeof fields;

export function Profile({ me }: { me: Me }) {
  const [values, setValues] = useState<Record<Name, string>>({
    full_name: me.full_name ?? '',
    company: me.company ?? '',
    company_website: me.company_website ?? '',
    role: me.role ?? '',
  });
  const [zone, setZone] = useState(me.timezone ?? '');
  const queries = useQueryClient();
  const save = useMutation<Answer<'changeProfile'>, ApiError>({
    mutationFn: () => {
      const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim() || null]));
      return call('changeProfile', { body: { ...body, timezone: zone || null } });
    },
    onSuccess: (saved) => queries.setQueryData<Me>(['me'], (before) => before && { ...before, ...saved }),
  });
  const problems = save.error?.fields ?? {};
  return (
    <Form run={save} action="Save" look="filled" done="Saved.">
      {(Object.keys(fields) as Name[]).map((name) => (
        <TextInput
          key={name}
          label={fields[name][0]}
          autoComplete={fields[name][1]}
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          error={problems[name]}
        />
      ))}
      <ZoneField
        label="Time zone"
        description="For your e-mails. Reports use the zone that you choose on each page."
        value={zone}
        change={setZone}
        error={problems.timezone}
      />
    </Form>
  );
}
