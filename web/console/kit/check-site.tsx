import { Alert, Anchor, Badge, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { local } from '../core/local.ts';
import { Button } from './button.tsx';
import { onSubmit } from './form.tsx';
import { Problem } from './page.tsx';

type Result = Answer<'checkSite'>;

const colors = { error: 'red', warning: 'orange', info: 'blue', ok: 'teal' } as const;
const names = { error: 'Fix', warning: 'Check', info: 'Note', ok: 'OK' } as const;

export function CheckSite() {
  const [url, setUrl] = useState('');
  const check = useMutation<Result, ApiError>({
    mutationFn: () => call('checkSite', { body: { url: url.trim() } }),
  });
  return (
    <Stack gap="sm">
      <form onSubmit={onSubmit(() => check.mutate())}>
        <Group align="flex-start" gap="xs">
          <TextInput
            label="Address of your landing page"
            placeholder={local?.shop ? `${local.shop}landing` : 'https://shop.example/shoes'}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={check.error?.fields.url}
            style={{ flex: '1 1 240px', maxWidth: 480 }}
            required
          />
          <Button type="submit" variant="default" loading={check.isPending} className="beside-label">
            Check this page
          </Button>
        </Group>
      </form>
      {check.isError && <Problem error={check.error} />}
      <div role="status" aria-live="polite">
        {check.data && <Findings result={check.data} />}
      </div>
    </Stack>
  );
}

function Findings({ result: { url, findings } }: { result: Result }) {
  return (
    <Stack gap="xs">
      <Text fz="sm" c="dimmed" className="anywhere">
        Loaded {url}
      </Text>
      {findings.map(({ code, level, message }) => (
        <Alert key={code} color={colors[level]} py={8}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge color={colors[level]} style={{ flexShrink: 0 }}>
              {names[level]}
            </Badge>
            <Text fz="sm" className="anywhere">
              {message}{' '}
              {code.startsWith('key_') && level !== 'ok' && (
                <Anchor component={Link} to="/keys" fz="sm" underline="always">
                  Open keys
                </Anchor>
              )}
            </Text>
          </Group>
        </Alert>
      ))}
    </Stack>
  );
}
