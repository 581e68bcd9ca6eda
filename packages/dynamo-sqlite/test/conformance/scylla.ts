import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The suite's own modules start ScyllaDB servers. */
const frame: Record<string, string> = {
  'pytest.ini': `[pytest]
markers =
    skip_bug: a known bug of ScyllaDB
    skip_env: the environment lacks something
    veryslow: only with --runveryslow
`,
  'test/__init__.py': '',
  'test/conftest.py': `def dynamic_scope():
    return "session"
`,
  'test/pylib/__init__.py': '',
  'test/pylib/connect_options.py': `def add_host_option(parser):
    parser.addoption("--host", default="localhost")
`,
  'test/pylib/driver_utils.py': `def safe_driver_shutdown(cluster):
    pass
`,
  'test/pylib/skip_types.py': `import pytest

def skip_env(reason):
    pytest.skip(reason)

def skip_bug(link, reason):
    pytest.skip(reason)
`,
  'test/cqlpy/__init__.py': '',
  'test/cqlpy/conftest.py': `import pytest

@pytest.fixture(scope="session")
def host(request):
    return request.config.getoption("--host")
`,
  'test/cqlpy/util.py': `def config_value_context(*args):
    raise NotImplementedError
`,
  'cassandra/__init__.py': '',
  'cassandra/auth.py': `class PlainTextAuthProvider:
    def __init__(self, **options):
        pass
`,
  'cassandra/cluster.py': `class NoHostAvailable(Exception):
    pass

class Cluster:
    def __init__(self, *hosts, **options):
        raise NoHostAvailable
`,
};

export function scyllaFrame(folder: string, checkout: string): string {
  for (const [path, text] of Object.entries(frame)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(checkout, 'test', 'alternator'), join(folder, 'test', 'alternator'));
  return folder;
}
