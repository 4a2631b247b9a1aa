/** Entry point of the page of `kawari board`. */

import { server } from "./api/server.ts";
import { main } from "./main.ts";

main(server);
