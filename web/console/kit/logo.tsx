import { Group, Text } from '@mantine/core';

export function Logo() {
  return (
    <Group gap={8} wrap="nowrap">
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#4263eb" />
        <path d="M7 22c5 0 5-12 9-12s4 8 9 8" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
        <circle cx="25" cy="18" r="2.5" fill="#fff" />
      </svg>
      <Text fw={700} fz="lg">
        adtrail
      </Text>
    </Group>
  );
}
