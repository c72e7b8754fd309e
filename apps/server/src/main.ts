import { readEnv, SettingError } from './env.ts';
import { startProduct } from './product.ts';

/** The command line's side: one clear line when a setting is wrong, a clean end on Ctrl-C. */
try {
  const product = await startProduct(readEnv());
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      product.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Causeway did not stop cleanly: ${(error as Error).message}\n`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  const { message } = error as Error;
  const line = error instanceof SettingError ? message : `${message} (${(error as Error).name})`;
  process.stderr.write(`Causeway can't start. ${line}\n`);
  process.exit(1);
}
