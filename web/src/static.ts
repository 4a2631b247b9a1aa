/** Entry point of the static page, which needs no server. */

import { workers } from "./api/workers.ts";
import { main } from "./main.ts";
import { registerServiceWorker } from "./offline/register.ts";

main(workers);
registerServiceWorker();
