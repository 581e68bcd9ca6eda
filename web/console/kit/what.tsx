import { Text } from '@mantine/core';

export const What = ({ text, code, details }: { text: string; code: string; details: readonly string[] }) => (
  <>
    {text}
    <Text fz="xs" c="dimmed">
      {[code, ...details].join(' · ')}
    </Text>
  </>
);
