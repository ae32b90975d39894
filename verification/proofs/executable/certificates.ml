(* Reads a certificate (src/guide/certificates/README.md) and hands it to the extracted
   checkers; only the shape of the file is judged here. Not looked at: the claim in
   words, the subject but for how many arms it has, the names of the states, whether
   doubles entered, and the answers along paths. `peskun replay` derives those. *)

open Json

let path outcome json =
  exactly ["answers"; outcome; "probability"] json;
  ignore (list whole (field "answers" json));
  { P.ends = whole (field outcome json); share = written (field "probability" json) }
let paths outcome json = list (path outcome) (field "paths" json)
let row json =
  exactly ["from"; "paths"] json;
  (whole (field "from" json), paths "to" json)

let sets = list (list whole)

(* The first five kinds. *)
let on_chain kind json =
  exactly ~optional:["matrix"; "rows"]
    ["peskun_certificate"; "kind"; "claim"; "subject"; "doubles"; "states"; "target"; "witness"] json;
  let optional name = match json with
    | Object members -> List.assoc_opt name members
    | _ -> None in
  let target = list written (field "target" json) in
  if List.length (list text (field "states" json)) <> List.length target then
    raise (Bad "not as many states as masses");
  let rows = Option.map (list row) (optional "rows") in
  let witness = field "witness" json in
  let number name = written (field name witness) and state name = whole (field name witness) in
  let is_matrix = text (field "source" (field "subject" json)) = "matrix" in
  if is_matrix <> (rows = None) then raise (Bad "rows are listed of all but a matrix");
  match kind, optional "matrix", rows with
  | "imbalance", None, Some [(first, one); (second, other)] ->
    exactly ["from"; "to"; "forward"; "backward"] witness;
    let from, into = state "from", state "to" in
    if (first, second) <> (min from into, max from into) then
      raise (Bad "paths from other states than those of the witness");
    let there, back = if first = from then one, other else other, one in
    P.shows_imbalance_of_rows target there back from into (number "forward") (number "backward")
  | _, None, _ -> raise (Bad "no matrix")
  | _, Some matrix, listed ->
    let file = { P.target; file_matrix = list (list written) matrix; listed } in
    match kind with
    | "imbalance" ->
      exactly ["from"; "to"; "forward"; "backward"] witness;
      P.shows_imbalance file (state "from") (state "to") (number "forward") (number "backward")
    | "drift" ->
      exactly ["state"; "in"; "out"] witness;
      P.shows_drift file (state "state") (number "in") (number "out")
    | "stationary" ->
      exactly ["law"; "total_variation"] witness;
      P.shows_stationary file (list written (field "law" witness)) (number "total_variation")
    | "reducible" ->
      exactly ["closed_classes"; "left_for_good"] witness;
      P.shows_reducible file (sets (field "closed_classes" witness))
        (list whole (field "left_for_good" witness))
    | _ ->
      exactly ["period"; "cycles"] witness;
      P.shows_periodic file (state "period") (list sets (field "cycles" witness))

let direction json =
  exactly ["weight"; "outcomes"; "paths"] json;
  let outcome json =
    exactly ["acceptances"; "probability"; "choice"; "bound"] json;
    { P.acceptances = list written (field "acceptances" json);
      outcome_chance = written (field "probability" json);
      arm_chances = list written (field "choice" json);
      dual_bound = written (field "bound" json) } in
  { P.pair_weight = written (field "weight" json);
    outcome_rows = list outcome (field "outcomes" json); draw_paths = paths "outcome" json }

let best_pair json =
  exactly ["from"; "to"; "flow"; "multiplier"; "forward"; "backward"] json;
  { P.best_from = whole (field "from" json); best_to = whole (field "to" json);
    best_flow = written (field "flow" json); multiplier = written (field "multiplier" json);
    best_forward = direction (field "forward" json);
    best_backward = direction (field "backward" json) }

let mean_direction json =
  exactly ["weight"; "means"; "arms"] json;
  let arm json =
    exactly ["outcomes"; "paths"] json;
    { P.arm_outcomes = list written (field "outcomes" json); arm_paths = paths "outcome" json } in
  { P.mean_weight = written (field "weight" json); means = list written (field "means" json);
    arm_lists = list arm (field "arms" json) }

let bayes_pair json =
  exactly ["from"; "to"; "arm"; "flow"; "forward"; "backward"] json;
  { P.bayes_from = whole (field "from" json); bayes_to = whole (field "to" json);
    bayes_flow = written (field "flow" json); taken = whole (field "arm" json);
    bayes_forward = mean_direction (field "forward" json);
    bayes_backward = mean_direction (field "backward" json) }

(* The two best rules. *)
let on_rule kind json =
  exactly
    ["peskun_certificate"; "kind"; "claim"; "subject"; "states"; "target"; "matrix"; "moves"; "pairs"] json;
  let rule_target = list written (field "target" json) in
  if List.length (list text (field "states" json)) <> List.length rule_target then
    raise (Bad "not as many states as masses");
  let file = { P.rule_target; rule_table = list (list written) (field "matrix" json);
               moves = written (field "moves" json) } in
  let arms = List.length (list text (field "arms" (field "subject" json))) in
  let pairs = field "pairs" json in
  if kind = "bayes" then P.shows_bayes file arms (list bayes_pair pairs)
  else P.shows_best file arms (list best_pair pairs)

let check file =
  match
    let json = parse (read file) in
    if field "peskun_certificate" json <> Number "1" then raise (Bad "another version");
    let kind = text (field "kind" json) in
    match kind with
    | "imbalance" | "drift" | "stationary" | "reducible" | "periodic" -> kind, on_chain kind json
    | "best-over-draws" | "bayes" -> kind, on_rule kind json
    | _ -> raise (Bad "no kind")
  with
  | exception Bad why -> Printf.printf "rejected unreadable %s: %s\n" file why
  | kind, shown -> Printf.printf "%s %s %s\n" (if shown then "accepted" else "rejected") kind file
