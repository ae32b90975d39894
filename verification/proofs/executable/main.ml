(* Reads JSON and hands it to the extracted programs; nothing is decided here.

   main check FILE…   for every table that `peskun table --format json` wrote, a
                      line: accepted or rejected, and whether it is square,
                      stochastic, balanced and invariant.
   main certificates FILE…
                      for every certificate that `--certificate` wrote, a line:
                      accepted or rejected, and its kind.
   main oracle        for every request on standard input, one per line, the
                      target and the matrix, one per line. A request is an object
                      with "kernel", "tie" and the numbers of a table or of a
                      family; see compare.py, which writes them. *)

module P = Programs

open Json

let check path =
  match
    let json = parse (read path) in
    (list rational (field "target" json), list (list rational) (field "matrix" json))
  with
  | exception Bad why -> Printf.printf "rejected unreadable %s: %s\n" path why
  | target, matrix ->
    let n = List.length target in
    let pi = P.vector target and rows = P.entry matrix in
    let square = P.square target matrix in
    Printf.printf "%s square=%b stochastic=%b balanced=%b invariant=%b %s\n"
      (if P.checker target matrix then "accepted" else "rejected") square
      (square && P.is_stochastic n rows) (square && P.balances n pi rows)
      (square && P.preserves n pi rows) path

let tie_of = function
  | "first" -> P.First | "last" -> P.Last | "coin" -> P.Coin
  | other -> raise (Bad ("no tie is called " ^ other))

let kernel_of name tie =
  match String.split_on_char ':' name with
  | ["mh"] -> P.Mh
  | ["mpmc"] -> P.Mpmc
  | ["sve"] -> P.Sve
  | ["bridge"] -> P.Bridge
  | ["noisy"; count] -> P.Noisy (int_of_string count)
  | ["dmh"; steps] -> P.Dmh (int_of_string steps)
  | ["mabmc"] -> P.Mabmc (P.Fresh, tie)
  | ["mabmc"; "repropose"] -> P.Mabmc (P.Repropose, tie)
  | ["mabmc"; "reuse"] -> P.Mabmc (P.Reuse, tie)
  | _ -> raise (Bad ("no kernel is called " ^ name))

let oracle line =
  let json = parse line in
  let rows name = list (list rational) (field name json) in
  let numbers name = list rational (field name json) in
  let observed = whole (field "observed" json) in
  let table, is_family = match json with
    | Object members when List.mem_assoc "base" members ->
      P.family_table (numbers "base") (list whole (field "levels" json)) (numbers "values")
        (rational (field "estimate" json)) observed (numbers "prior") (rows "proposal"), true
    | _ ->
      let likelihood = rows "likelihood" in
      let points = List.length (List.hd likelihood) in
      (* No family: the law between is never drawn from, and uniform. *)
      let uniform = List.init points (fun _ -> { P.qnum = Z.one; qden = Z.of_int points }) in
      let between = List.map (fun _ -> List.map (fun _ -> uniform) likelihood) likelihood in
      { P.parameters = List.length likelihood; points; t_observed = observed;
        t_prior = numbers "prior"; t_likelihood = likelihood; t_proposal = rows "proposal";
        t_auxiliary = rows "auxiliary"; t_between = between }, false in
  if not (P.well_formed table) then raise (Bad "not a model");
  let target, matrix = match text (field "kernel" json) with
    | "pmc" -> P.pmc_oracle_target table, P.pmc_oracle table
    | "bridge" when not is_family -> raise (Bad "bridge needs a family")
    | name ->
      let kernel = kernel_of name (tie_of (text (field "tie" json))) in
      P.oracle_target table, P.oracle table kernel in
  let row items = "[" ^ String.concat "," (List.map shown items) ^ "]" in
  Printf.printf "{\"target\":%s,\"matrix\":[%s]}\n" (row target)
    (String.concat "," (List.map row matrix))

let () = match Array.to_list Sys.argv with
  | _ :: "check" :: paths -> List.iter check paths
  | _ :: "certificates" :: paths -> List.iter Certificates.check paths
  | [_; "oracle"] ->
    (try while true do oracle (input_line stdin) done with
     | End_of_file -> ()
     | Bad why -> prerr_endline why; exit 2)
  | _ -> prerr_endline "main check FILE… | main certificates FILE… | main oracle"; exit 2
