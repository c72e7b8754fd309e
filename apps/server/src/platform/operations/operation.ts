import type { Route } from '@causeway/contract/route.ts';

export type Handler = (
  context: Record<string, unknown>,
) => Promise<unknown> | AsyncIterable<unknown>;

/** A verb of the product: what the contract says of it, under a name, and what does it. */
export type Operation = Route & {
  name: string;
  handler: Handler;
  /** As the contract has it: what it is asked for by. */
  route: Route;
};

/** Every verb of the product. HTTP serves them all; whoever acts inside the server looks them up. */
export class Operations {
  readonly #byRoute = new Map<Route, Operation>();

  add(name: string, route: Route, handler: Handler): Operation {
    const operation = { ...route, name, handler, route };
    this.#byRoute.set(route, operation);
    return operation;
  }

  /** Only routes of the contract that are served can be asked for. */
  of(route: Route): Operation {
    const operation = this.#byRoute.get(route);
    if (!operation) throw new Error(`Nobody serves ${route.method} ${route.path}`);
    return operation;
  }

  find(name: string): Operation | undefined {
    return this.all().find((operation) => operation.name === name);
  }

  all(): Operation[] {
    return [...this.#byRoute.values()];
  }
}
