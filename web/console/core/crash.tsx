import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Empty, Page } from '../kit/page.tsx';

export function Crash({ error }: ErrorComponentProps) {
  return (
    <Page title="Something went wrong">
      <Empty
        title="This page could not be shown"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        {(error as Error).message}
      </Empty>
    </Page>
  );
}

export function NotFound() {
  return (
    <Page title="Not found">
      <Empty
        title="This page does not exist"
        action={
          <Button component={Link} to="/">
            Go to the overview
          </Button>
        }
      >
        The address may be mistyped, or the page was moved.
      </Empty>
    </Page>
  );
}
